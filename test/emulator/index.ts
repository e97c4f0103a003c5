import { createHttpServer } from './httpServer';
import { createService, type ServiceOptions } from './service';

export type EmulatorOptions = ServiceOptions;

export type Emulator = ReturnType<typeof createEmulator>;

/** The service, which can also be reached over the network while it listens. */
export function createEmulator(options: EmulatorOptions = {}) {
	const service = createService(options);
	const server = createHttpServer(service.handle);
	return {
		...service,
		/** Resolves to the base URL. */
		listen: server.start,
		stop: server.stop,
	};
}

export { READ_SCOPES, WRITE_SCOPE } from './keys';
export { sign, type Delivery, type DeliveryOverrides } from './delivery';
export type { Fault } from './faults';
export type { ResetFormat } from './rateLimit';
export type { SubmissionSeed } from './seeding';
export type {
	Answer,
	Destination,
	EmulatorRequest,
	Form,
	ResponseAnswer,
	Submission,
	SubmissionStatus,
} from './types';
