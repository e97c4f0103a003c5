import { HOSTILE, hostilePartOf } from '../e2e/support/hostileNames';
import { loadExample } from '../sandbox/client/examples';
import { asObject } from '../sandbox/client/json';
import { withNode } from '../sandbox/client/workflowFile';
import type { CredentialRef, Execution, WorkflowNode } from '../sandbox/client/n8nClient';
import { useQueueWorld, type Service } from './support/queueWorld';

const WRITE = 'Insert or update the row';
const TABLE = 'public.form_submissions';
const DAY_MS = 24 * 60 * 60_000;

const world = useQueueWorld();

describe('recent-submissions-to-postgres', () => {
	let service: Service;
	let account: CredentialRef;
	let formId: string;
	let workflowId: string;

	beforeAll(async () => {
		const { n8n, database, addService } = world();
		service = await addService();
		account = await n8n.credentials.create('postgres', 'PostgreSQL', {
			host: database.env.DB_POSTGRESDB_HOST,
			port: Number(database.env.DB_POSTGRESDB_PORT),
			database: database.env.DB_POSTGRESDB_DATABASE,
			user: database.env.DB_POSTGRESDB_USER,
			password: database.env.DB_POSTGRESDB_PASSWORD,
			ssl: 'disable',
		});
	});

	beforeEach(async () => {
		const { n8n, database } = world();
		await database.run(`drop table if exists ${TABLE}`);
		formId = service.emulator.addForm({ name: 'Contact' }).id;
		const file = loadExample('recent-submissions-to-postgres', {
			credential: service.credential,
			credentials: { 'Create the table once': account, [WRITE]: account },
			formId,
		});
		const { nodes: chosen } = withNode(file, WRITE, withDraggedFields);
		const nodes = chosen.map((node) => ({ ...node, waitBetweenTries: 1 }));
		({ id: workflowId } = await n8n.workflows.create({ ...file, nodes }));
	});

	const add = (data: Record<string, unknown>, ageMs = 3_600_000) =>
		service.emulator.addSubmission({ formId, data, createdAt: Date.now() - ageMs });

	const run = async (): Promise<Execution> =>
		await world().n8n.executions.run(workflowId, { trigger: 'Every hour' });

	const rows = async (columns: string) =>
		await world().database.rows(`select ${columns} from ${TABLE} order by submitted_at, id`);

	it('has one row for each submission of the last seven days, as entered, and updates it', async () => {
		add({ name: 'too old' }, 9 * DAY_MS);
		const entered = [
			{ name: "Robert'); drop table form_submissions;--", email: '=1+1', message: '007' },
			{ name: 'Two\nlines', email: '"quoted"', message: null },
		];
		const submissions = entered.map((data, index) =>
			add({ ...HOSTILE, ...data }, (3 - index) * DAY_MS),
		);

		expect((await run()).error).toBeUndefined();
		await world().database.run(`update ${TABLE} set name = 'Changed by hand'`);
		expect((await run()).error).toBeUndefined();

		const written = await rows('id, name, email, message');
		expect(written).toEqual(
			entered.map((data, index) => ({ id: submissions[index]?.id, ...data })),
		);
		// Fields without a column of their own.
		const [row] = await rows('answers');
		expect(hostilePartOf(asObject(row?.answers, 'the answers'))).toEqual(HOSTILE);
	});

	it('writes every row, also with text that PostgreSQL does not store as it is', async () => {
		const names = ['Zoë 🙂'.slice(0, -1), 'a\u0000b', 'Grace'];
		const ids = names.map((name) => add({ name, [`${name}?`]: name }).id);

		const { error } = await run();

		expect(error).toBeUndefined();
		expect((await rows('id')).map(({ id }) => id).sort()).toEqual([...ids].sort());
	});

	it('writes the others when the database refuses one, reports which one, and catches up later', async () => {
		const { database } = world();
		await run();
		await database.run(`alter table ${TABLE} add constraint unwanted check (name <> '@everyone')`);
		const [, refused] = ['Ada', '@everyone', 'Grace'].map(
			(name, index) => add({ name }, 3_600_000 - index).id,
		);

		const { error } = await run();
		const written = await rows('name');
		await database.run(`alter table ${TABLE} drop constraint unwanted`);
		const later = await run();

		expect(error).toContain(
			`1 submission could not be written∶ ${refused} (new row for relation "form_submissions" violates check constraint "unwanted"). `,
		);
		expect(error).not.toContain('everyone');
		expect(written).toEqual([{ name: 'Ada' }, { name: 'Grace' }]);
		expect(later.error).toBeUndefined();
		expect(await rows('name')).toHaveLength(3);
	});

	it("passes on the database's own words, such as that its disk is full, and writes the others", async () => {
		const { database } = world();
		await run();
		await database.run(`
			create or replace function no_room() returns trigger language plpgsql as $$
				begin
					if new.name <> 'Grace' then
						raise exception 'could not extend file: No space left on device' using errcode = '53100';
					end if;
					return new;
				end
			$$;
			create trigger no_room before insert on ${TABLE} for each row execute function no_room();
		`);
		const [ada, , edsger] = ['Ada', 'Grace', 'Edsger'].map(
			(name, index) => add({ name }, 3_600_000 - index).id,
		);

		const { error } = await run();

		const reason = '(could not extend file∶ No space left on device)';
		expect(error).toContain(
			`2 submissions could not be written∶ ${ada} ${reason}; ${edsger} ${reason}. `,
		);
		expect(error).not.toMatch(/column|renamed/);
		expect(await rows('name')).toEqual([{ name: 'Grace' }]);
	});

	it('stops with a clear message if someone renamed a column, and catches up later', async () => {
		const { database } = world();
		add({ name: 'Ada' });
		await run();
		await database.run(`alter table ${TABLE} rename column email to mail`);
		add({ name: 'Grace' });

		const { error } = await run();
		await database.run(`alter table ${TABLE} rename column mail to email`);
		await run();

		expect(error).toContain('2 submissions could not be written∶ sub_');
		expect(error).toContain("Column 'email' does not exist in selected table");
		expect((await rows('name')).map(({ name }) => name)).toEqual(['Ada', 'Grace']);
	});
});

/** A person has dragged three fields into the empty boxes. */
function withDraggedFields(node: WorkflowNode): WorkflowNode {
	const columns = asObject(node.parameters.columns, 'the columns');
	const own = ['name', 'email', 'message'].map((name) => [name, `={{ $json.${name} }}`] as const);
	const value = { ...asObject(columns.value, 'the boxes'), ...Object.fromEntries(own) };
	return { ...node, parameters: { ...node.parameters, columns: { ...columns, value } } };
}
