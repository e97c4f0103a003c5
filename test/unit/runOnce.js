const { basename, dirname } = require('path');
const { globals } = require('./jest.config.js');

/** Leaves out what `all.together.ts` runs, unless Jest was asked for files that it isn't among. */
module.exports = (paths) => {
	const isTogether = (path) => basename(path) === 'all.together.ts';
	const isAlone = (path) => globals.alone.includes(basename(dirname(path)));
	if (!paths.some(isTogether)) return { filtered: paths };
	return { filtered: paths.filter((path) => isTogether(path) || isAlone(path)) };
};
