/** The script of pages that show code. */
import { dressCode } from './code.ts';

dressCode();
