/**
 * Files that only decide: they need no n8n, no clock, and no chance, and import only each other (types
 * don't count), so that a test of them is arguments and a result. Relative to `nodes/FormSubmissions/`.
 */
module.exports = [
	'api/{createdAt,listOrder,receivedBetween}.ts',
	'api/transport/{clock,headers,priority,response,retry}.ts',
	'api/urls/{baseUrl,hostScope}.ts',
	'general/{isWithin,records,result}.ts',
	'errors/classification.ts',
	'polling/{baseline,checkpoint,known,walk}.ts',
	'rows/{cells,columns,formulas,localTime,submissionRow}.ts',
	'webhook/{delivery,signature}.ts',
];
