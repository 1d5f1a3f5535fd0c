import { conflict } from '../../base/errors.ts';
import { brokenReference, brokenUnique } from '../../store/violations.ts';

/** Turns a broken unique constraint (`table.column`) into the sentence that the caller is to read. */
export async function orTaken<T>(work: Promise<T>, taken: Record<string, string>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const message = taken[brokenUnique(error) ?? ''];
    throw message === undefined ? error : conflict(message);
  }
}

/** Turns "something still refers to this" into the sentence that the caller is to read. */
export async function orInUse<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw brokenReference(error) ? conflict(message) : error;
  }
}
