import type { AuditEvent } from '../../contract/team.ts';
import { fetchPage, mapPage, type Page, type PageRequest } from '../paging.ts';
import type { Platform } from '../platform.ts';

/** The trail of a team, or with null the platform's own; newest first. */
export async function listEvents(
  { database }: Platform,
  teamId: string | null,
  page: PageRequest,
): Promise<Page<AuditEvent>> {
  const all = database.read.selectFrom('audit_events').selectAll();
  const query = teamId === null ? all.where('team_id', 'is', null) : all.where('team_id', '=', teamId);
  const found = await fetchPage(query, page, { key: 'id', of: (event) => event.id, newestFirst: true });
  return mapPage(found, (row) => ({
    id: row.id,
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    user: row.user_id === null ? null : { id: row.user_id, email: row.user_email! },
    token: row.token_id === null ? null : { id: row.token_id },
    address: row.address,
    request_id: row.request_id,
    details: JSON.parse(row.details),
    created_at: row.created_at,
  }));
}
