import { Share } from '../../../../nodes/FormSubmissions/trigger/listening/sharedReading';

it('S5: a trigger that more than a thousand are offered to reads for itself', () => {
	const share = new Share({ open: jest.fn(), wake: () => {} });
	const fresh = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, at) => {
			const id = `sub_${from + at}`;
			return { submission: { id }, key: id, atMs: from + at };
		});

	share.offer(fresh(0, 1_000));
	expect(share.isOffered).toBe(true);

	share.offer(fresh(1_000, 1_001));
	expect(share.isOffered).toBe(false);
});
