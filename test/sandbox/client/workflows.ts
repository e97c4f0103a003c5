/* eslint-disable @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { waitFor } from '../host/waitFor';
import { asArray, asObject, isObject, optionalText, textOf } from './json';
import { N8nError, type Session } from './session';
import { toWorkflowFile, type WorkflowFile } from './workflowFile';

export type Workflow = { id: string; name: string; versionId: string };

type PublicationTrigger = { nodeId: string; status: string; errorMessage?: string };
type Publication = { status: string; triggers: PublicationTrigger[] };

export type Workflows = ReturnType<typeof createWorkflows>;

export function createWorkflows({ rest }: Session) {
	const get = async (id: string) => toWorkflow(await rest('GET', `/workflows/${id}`));

	/** Undefined if n8n publishes within the call, as it did before 2.x. */
	const publication = async (id: string): Promise<Publication | undefined> => {
		try {
			return toPublication(await rest('GET', `/workflows/${id}/publication-status`));
		} catch (error) {
			if (error instanceof N8nError && error.status === 404) return undefined;
			throw error;
		}
	};

	/** n8n continues publishing after it has responded to the call. */
	async function settle(id: string, what: string) {
		return await waitFor(what, async (see) => {
			const found = await publication(id);
			see(found);
			return found === undefined || found.status !== 'in_progress' ? { found } : undefined;
		});
	}

	return {
		async create(file: WorkflowFile): Promise<Workflow> {
			// Current n8n assumes it; older versions don't save a workflow without it.
			return toWorkflow(await rest('POST', '/workflows', { ...file, active: false }));
		},
		/** A workflow as n8n has saved it. */
		async read(id: string): Promise<WorkflowFile> {
			return toWorkflowFile(await rest('GET', `/workflows/${id}`));
		},
		/** What the workflow's nodes have stored, as n8n has saved it: as JSON text. */
		async staticData(id: string): Promise<string> {
			const { staticData } = asObject(await rest('GET', `/workflows/${id}`), 'the workflow');
			return JSON.stringify(staticData);
		},
		/** Saves the draft; the published version doesn't change until published again. */
		async update(id: string, file: WorkflowFile): Promise<Workflow> {
			const { versionId } = await get(id);
			return toWorkflow(await rest('PATCH', `/workflows/${id}`, { ...file, versionId }));
		},
		/** Publishes (activates) and waits until the triggers are ready; throws if one fails. */
		async publish(id: string): Promise<void> {
			const { versionId } = await get(id);
			await rest('POST', `/workflows/${id}/activate`, { versionId, name: `v${Date.now()}` });
			const { found } = await settle(id, `workflow ${id} to be published`);
			const failed = found?.triggers.filter(({ status }) => status === 'failed') ?? [];
			if (failed.length > 0) {
				throw new Error(failed.map(({ errorMessage }) => errorMessage).join('\n'));
			}
		},
		async unpublish(id: string): Promise<void> {
			await rest('POST', `/workflows/${id}/deactivate`, {});
			await settle(id, `workflow ${id} to be unpublished`);
		},
	};
}

function toWorkflow(value: unknown): Workflow {
	const workflow = asObject(value, 'a workflow');
	return {
		id: textOf(workflow, 'id'),
		name: textOf(workflow, 'name'),
		versionId: optionalText(workflow.versionId) ?? '',
	};
}

function toPublication(value: unknown): Publication {
	const publication = asObject(value, 'a publication status');
	const triggers = asArray(publication.triggers, 'its triggers').filter(isObject);
	return {
		status: textOf(publication, 'status'),
		triggers: triggers.map((trigger) => ({
			nodeId: textOf(trigger, 'nodeId'),
			status: textOf(trigger, 'status'),
			errorMessage: optionalText(trigger.errorMessage),
		})),
	};
}
