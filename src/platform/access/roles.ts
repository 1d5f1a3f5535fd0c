import type { Role } from '../../contract/values.ts';

const rank: Record<Role, number> = { viewer: 1, member: 2, admin: 3 };

export function atLeast(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}

export function strongest(...roles: (Role | null)[]): Role | null {
  return roles.reduce((best, role) => (role && (!best || rank[role] > rank[best]) ? role : best), null);
}
