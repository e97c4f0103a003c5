import { createTemporaryFolder, type TemporaryFolder } from '../sandbox/host/temporaryFolder';
import { describeEverySubmissionOnce } from './specs/everySubmissionOnce';
import { describeExportEverything } from './specs/exportEverything';
import { describePostgresExample } from './specs/postgresExample';
import { describeVisitorsText } from './specs/visitorsText';
import { createFigures } from './support/figures';
import { useQueueWorld } from './support/queueWorld';

describe('The examples in queue mode', () => {
	const figures = createFigures();
	let folder: TemporaryFolder;

	beforeAll(async () => {
		folder = await createTemporaryFolder('form-submissions-queue-files-');
	});

	const world = useQueueWorld(() => ({ N8N_RESTRICT_FILE_ACCESS_TO: folder.path }));

	afterAll(async () => {
		figures.print();
		await folder?.remove();
	});

	describePostgresExample(world);
	describeVisitorsText(world);
	describeExportEverything(world, () => folder.path);
	describeEverySubmissionOnce(world, figures);
});
