import type { Language } from './en.ts';
import { common } from './es/common.ts';
import { gate } from './es/gate.ts';
import { createFormats } from './formats.ts';

export const es: Language = { formats: createFormats('es'), common, gate };
