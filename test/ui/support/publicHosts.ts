import { startInternet, type Internet, type SiteAnswer } from '../../sandbox/standIns/internet';

/** The service as users reach it: on the internet, over HTTPS. It has no forms yet. */
export const PUBLIC_HOST = 'api.example.com';
export const PUBLIC_KEY = 'key-of-the-public-service';

/** The hosts on the internet that the editor's users need. */
export async function startPublicHosts(): Promise<Internet> {
	return await startInternet({
		[PUBLIC_HOST]: ({ path, authorization }) => {
			if (path !== '/v1/forms') return NOT_FOUND;
			return authorization === `Bearer ${PUBLIC_KEY}`
				? { status: 200, body: { ok: true, data: [] } }
				: { status: 401, body: { error: 'The key is not known' } };
		},
	});
}

const NOT_FOUND: SiteAnswer = { status: 404, body: { error: 'There is no such path' } };
