import { ALL } from '../sandbox/install/installations';
import { missingInTypes } from './support/installationTypes';

/** Nothing of n8n is used that one of these versions lacks, also where no story leads. */
describe.each(ALL.map((installation) => ({ installation, n8n: installation.versions.n8n })))(
	'The API of n8n $n8n',
	({ installation }) => {
		it('has every name, type, method, and helper that the sources use without a guard', () => {
			expect(missingInTypes(installation)).toEqual([]);
		});
	},
);
