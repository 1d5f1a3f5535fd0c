import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../contract/values.ts';

const rank: Record<Role, number> = { viewer: 1, member: 2, admin: 3 };

export function atLeast(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}

/** The stronger of two roles that may be null, decided in the database: by name they happen to sort a, m, v. */
export function strongestRole(one: string, other: string): RawBuilder<Role | null> {
  const [a, b] = [sql.ref(one), sql.ref(other)];
  return sql<Role | null>`case when ${b} is null or ${a} < ${b} then ${a} else ${b} end`;
}
