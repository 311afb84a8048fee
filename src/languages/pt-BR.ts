import type { Language } from './en.ts';
import { createFormats } from './formats.ts';
import { common } from './pt-BR/common.ts';
import { gate } from './pt-BR/gate.ts';

export const ptBR: Language = { formats: createFormats('pt-BR'), common, gate };
