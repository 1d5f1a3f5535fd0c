import type { teamOperations } from '../../contract/team.ts';
import { listEvents } from '../../platform/audit/list-events.ts';
import { mapPage } from '../../platform/paging.ts';
import { createTeam } from '../../platform/teams/create-team.ts';
import { deleteTeam } from '../../platform/teams/delete-team.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../../platform/teams/invitations.ts';
import { addMember, removeMember, updateMember } from '../../platform/teams/members.ts';
import { listMembers, listVisibleTeams, toMember, toTeam } from '../../platform/teams/team-rows.ts';
import { updateTeam } from '../../platform/teams/update-team.ts';
import type { HandlersOf } from '../handlers.ts';

export const teamRoutes: HandlersOf<typeof teamOperations> = {
  async listTeams({ platform, caller, query }) {
    return mapPage(await listVisibleTeams(platform.database.read, caller.account.id, query), toTeam);
  },
  createTeam: ({ platform, caller, body }) => createTeam(platform, caller, body),
  getTeam: async ({ subject }) => toTeam(subject),
  updateTeam: ({ platform, caller, subject, body }) => updateTeam(platform, caller, subject, body),
  deleteTeam: ({ platform, caller, subject }) => deleteTeam(platform, caller, subject),

  async listMembers({ platform, subject, query }) {
    return mapPage(await listMembers(platform.database.read, subject.id, query), toMember);
  },
  addMember: ({ platform, caller, subject, body }) => addMember(platform, caller, subject, body),
  updateMember: ({ platform, caller, subject, params, body }) =>
    updateMember(platform, caller, subject, params.member, body.role),
  removeMember: ({ platform, caller, subject, params }) =>
    removeMember(platform, caller, subject, params.member),

  listInvitations: ({ platform, subject, query }) => listInvitations(platform, subject, query),
  createInvitation: ({ platform, caller, subject, body }) =>
    createInvitation(platform, caller, subject, body),
  revokeInvitation: ({ platform, caller, subject, params }) =>
    revokeInvitation(platform, caller, subject, params.invitation),
  acceptInvitation: ({ platform, origin, body }) => acceptInvitation(platform, origin, body),

  listAuditEvents: ({ platform, subject, query }) => listEvents(platform, subject.id, query),
};
