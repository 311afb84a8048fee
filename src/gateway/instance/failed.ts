/** Owns: failures of an instance whose reason the caller may read (500). */
import { AppError } from '../../shared/errors.ts';

export const failed = (message: string, cause?: unknown): AppError =>
  new AppError('internal', message, { cause });
