/** The texts of the product in English. Every other language has the same sections and texts. */
import { common } from './en/common.ts';
import { gate } from './en/gate.ts';
import { createFormats } from './formats.ts';

export const en = { formats: createFormats('en'), common, gate };

export type Language = typeof en;
