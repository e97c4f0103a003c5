/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';

type Sent = {
	id: string;
	formId: string;
	data: IDataObject;
	meta: IDataObject;
	spamScore: number;
	status: string;
	tags: string[];
	files: Array<{ url?: string; name: string }>;
};

/** The rows that Get Many returns for the emulator's submissions, with as little code as possible. */
export async function makeRows(pages: string[]): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const pairedItem = { item: 0 };
	for (const page of pages) {
		await turn();
		const { data: submissions } = JSON.parse(page) as { data: Sent[] };
		for (const { id, formId, data, meta, spamScore, status, tags, files } of submissions) {
			const json: IDataObject = { submittedAt: meta.submittedAt };
			for (const name of Object.keys(data)) json[name] = toText(data[name]);
			json.formName = 'Contact';
			json.status = status;
			json.spamScore = spamScore;
			json.tags = tags.join(', ');
			json.files = files.map((file) => file.url ?? file.name).join(', ');
			json.id = id;
			json.formId = formId;
			items.push({ json, pairedItem });
		}
	}
	return items;
}

function toText(value: IDataObject[string]): IDataObject[string] {
	if (Array.isArray(value)) return value.join(', ');
	return typeof value === 'object' ? JSON.stringify(value) : value;
}
