/** Failures of an instance whose reason the caller may read (500). */
import { AppError } from '../shared/errors.ts';

export const failed = (message: string, cause?: unknown): AppError =>
  new AppError('internal', message, { cause });

/** What is said of a step that did not end within its time. */
export const tookTooLong = (): Error => new Error('it took too long');
