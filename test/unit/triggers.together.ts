import { runTogether } from '../support/together';

runTogether((file) => file.startsWith('polling/') || file.startsWith('webhook/'));
