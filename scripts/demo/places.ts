/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import { STATE } from '../../sandbox/paths';

export const USER_FOLDER = join(STATE, 'n8n');
export const EXPORT_FOLDER = join(STATE, 'exports');
export const CSV_FILE = join(EXPORT_FOLDER, 'submissions.csv');
export const EXCEL_FILE = join(EXPORT_FOLDER, 'submissions.xlsx');

/** The prefix of workflow and credential names, by which the next run removes them. */
export const PREFIX = 'Demo: ';
