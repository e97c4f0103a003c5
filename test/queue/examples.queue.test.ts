import { createTemporaryFolder, type TemporaryFolder } from '../../sandbox/host/temporaryFolder';
import { describeEverySubmissionOnce } from './specs/everySubmissionOnce';
import { describeExportEverything } from './specs/exportEverything';
import { describePostgresExample } from './specs/postgresExample';
import { describeVisitorsText } from './specs/visitorsText';
import { createFigures } from './support/figures';
import { startQueueWorld, type QueueWorld } from './support/queueWorld';

describe('The examples in queue mode', () => {
	const figures = createFigures();
	let running: QueueWorld | undefined;
	let folder: TemporaryFolder;
	const world = () => {
		if (running === undefined) throw new Error('n8n was not started');
		return running;
	};

	beforeAll(async () => {
		folder = await createTemporaryFolder('form-submissions-queue-files-');
		running = await startQueueWorld({ N8N_RESTRICT_FILE_ACCESS_TO: folder.path });
	});

	afterAll(async () => {
		figures.print();
		await running?.end();
		await folder?.remove();
	});

	describePostgresExample(world);
	describeVisitorsText(world);
	describeExportEverything(world, () => folder.path);
	describeEverySubmissionOnce(world, figures);
});
