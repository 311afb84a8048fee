/** Failures of an instance (500) whose reason the caller can read. */
import { AppError } from '../shared/errors.ts';

export const instanceFault = (message: string, cause?: unknown): AppError =>
  new AppError('internal', message, { cause });

/** The instanceFault of a step that exceeded its time limit. */
export const tookTooLong = (): Error => new Error('it took too long');
