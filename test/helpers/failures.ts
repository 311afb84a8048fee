/** Failures without a reason of their own, as doubles throw them. */
import { AppError } from '../../src/core/shared/errors.ts';

export const conflict = (message: string): AppError => new AppError('conflict', message);
export const forbidden = (message: string): AppError => new AppError('forbidden', message);
export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`);
