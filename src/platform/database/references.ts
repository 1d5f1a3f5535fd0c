import { isId } from '../../base/ids.ts';
import { namePattern } from '../../contract/values.ts';

const name = new RegExp(namePattern);

/** How a thing that is named in a path is looked up, or undefined for text that is neither an id nor a name. */
export function idOrName(reference: string): 'id' | 'name' | undefined {
  if (isId(reference)) return 'id';
  if (name.test(reference)) return 'name';
  return undefined;
}

/** A filter by id or name; text that is neither matches nothing. */
export function matching(reference: string): { column: 'id' | 'name'; value: string } {
  const column = idOrName(reference);
  return column ? { column, value: reference } : { column: 'id', value: '' };
}
