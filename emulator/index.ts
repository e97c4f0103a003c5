import { createHttpServer, type ListenOptions } from './httpServer';
import { createService, type Service, type ServiceOptions } from './service';

export type EmulatorOptions = ServiceOptions;

/** The service, which can also be reached over the network while it listens. */
export type Emulator = Service & {
	/** Resolves to the base URL. */
	listen: (options?: ListenOptions) => Promise<string>;
	stop: () => Promise<void>;
	/** The base URL; throws while the emulator isn't listening. */
	readonly url: string;
};

export function createEmulator(options: EmulatorOptions = {}): Emulator {
	const service = createService(options);
	const server = createHttpServer(service.handle);
	return {
		...service,
		listen: server.start,
		stop: server.stop,
		get url() {
			return server.url;
		},
	};
}

export { createHttpServer, type HttpServer, type ListenOptions } from './httpServer';
export { createService, type Service, type ServiceOptions } from './service';
export { READ_SCOPES, WRITE_SCOPE, type KeyOptions } from './keys';
export { sign } from './delivery/sign';
export type { Delivery, DeliveryOverrides } from './delivery/delivery';
export type { DeliveryResult } from './delivery/deliver';
export type { Fault, FaultOptions } from './faults';
export type { ResetFormat, RetryAfterFormat } from './rateHeaders';
export type { LoggedRequest } from './requestLog';
export type { BulkSeed, FormSeed, SubmissionSeed } from './seeding';
export type {
	Answer,
	AnswerHook,
	Destination,
	EmulatorRequest,
	Form,
	Instant,
	ResponseAnswer,
	Submission,
	SubmissionStatus,
} from './types';
