import { FormSubmissionsTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import type { Submission, SubmissionSeed } from '../../../emulator';
import { Play, type PlayOptions } from '../../../histories/play';
import { KEY } from '../../../histories/world/triggerFunctions';
import { webhookContext } from '../../../support/n8n';
import { derivedSecret } from '../../../support/webhookTrigger';

const SECRET = derivedSecret(KEY, { nodeId: 'main' });

const trigger = new FormSubmissionsTrigger();

/** One trigger that listens, the service, and n8n; what is delivered to it is verified. */
export class OneTrigger {
	readonly play: Play;

	constructor(options?: PlayOptions) {
		this.play = new Play(options);
	}

	/** One that has been published, and has read the list for the first time. */
	static async published(options?: PlayOptions): Promise<OneTrigger> {
		const one = new OneTrigger(options);
		await one.publish();
		await one.pass(5_000);
		return one;
	}

	async publish(): Promise<void> {
		await this.play.publish(this.play.main);
	}

	async pass(ms: number): Promise<void> {
		await this.play.pass(ms);
	}

	/** So many submissions come at once, and are delivered half a second later; returns their IDs. */
	arrive(count = 1, { isDelivered = true } = {}): string[] {
		return this.play.submit({ count, inSeconds: 0.01, isDelivered });
	}

	submit(about: Partial<SubmissionSeed> = {}): Submission {
		const { service, nowMs } = this.play;
		return service.addSubmission({ formId: 'frm_a', createdAt: nowMs, ...about });
	}

	/** Delivers it; returns the status and the body of the response. */
	async deliver(submission: Submission, secret = SECRET): Promise<unknown[]> {
		const { service, n8n, main } = this.play;
		const destination = { url: 'https://n8n.example.org/', secret };
		const { headers, body } = service.buildDelivery(submission, destination);
		const request = {
			headers: Object.fromEntries(new Headers(headers)),
			rawBody: Buffer.from(body),
		};
		const { id, parameters } = main.node();
		const { context, response } = webhookContext(
			{
				kind: 'formSubmissionsTrigger',
				nodeId: id,
				parameters,
				credential: { apiKey: KEY },
				staticData: n8n.storedData(),
			},
			request,
		);
		jest.spyOn(context.logger, 'info').mockReturnValue();
		await trigger.webhook.call(context);
		return [response.statusCode, response.body];
	}

	/** The IDs that it has run the workflow with since it was published. */
	get returned(): string[] {
		return this.play.returned;
	}

	/** How many requests it has sent since it was published. */
	get requests(): number {
		return this.play.main.publications.at(-1)?.requests ?? NaN;
	}

	/** How many it sends in this time. */
	async requestsIn(ms: number): Promise<number> {
		const before = this.requests;
		await this.pass(ms);
		return this.requests - before;
	}
}
