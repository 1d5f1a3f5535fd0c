import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type OperationId, operationIds, operations } from '../../src/contract/operations.ts';
import type { Role } from '../../src/contract/values.ts';
import { type Access, operationAccess } from '../../src/platform/access/operation-access.ts';
import { snapshot } from '../harness/snapshot.ts';
import { createWorld, databaseKinds, type World } from '../harness/world.ts';
import { type Cast, createCast, freshName, newApp, type Scenario, scenarios } from './scenarios.ts';

type Guarded = Exclude<Access, { who: 'anyone' }>;

/** The status that the table of access says a caller gets; 'success' is the operation's own. */
type Expected = 'success' | 401 | 403 | 404 | 422;

interface CallerKind {
  name: string;
  token(cast: Cast, scenario: Scenario): Promise<string | undefined | typeof notApplicable>;
  expected(access: Guarded): Expected;
}

const rank: Record<Role, number> = { viewer: 1, member: 2, admin: 3 };

const stranger = (access: Guarded): Expected => {
  if ('of' in access) return access.namedIn === 'body' ? 422 : 404;
  return access.who === 'platform_admin' ? 403 : 'success';
};

const inTeam =
  (role: Role) =>
  (access: Guarded): Expected => {
    if (access.who === 'account') return 'success';
    if (access.who === 'platform_admin') return 403;
    return rank[role] >= rank[access.who] ? 'success' : 403;
  };

const unauthenticated = (): Expected => 401;
const isAboutAnApp = (access: Access) =>
  'of' in access && (access.of === 'app' || access.of === 'environment');
const notApplicable = Symbol('there is no app in this');

const callers: CallerKind[] = [
  { name: 'nobody', token: async () => undefined, expected: unauthenticated },
  { name: 'a wrong token', token: async () => 'kedge_wrong', expected: unauthenticated },
  {
    name: 'an expired token',
    token: ({ admin }) => admin.newToken({ lifetimeSeconds: -1 }),
    expected: unauthenticated,
  },
  {
    name: 'a revoked token',
    token: async ({ world, admin }) => {
      const made = await world.api.ok('createToken', { token: admin.token, body: {} });
      await world.api.ok('revokeToken', { token: admin.token, params: { token: made.id } });
      return made.token;
    },
    expected: unauthenticated,
  },
  {
    name: 'the token of a disabled account',
    token: async ({ world, platformAdmin }) => {
      const person = await world.person(freshName('disabled'));
      const params = { account: person.account.id };
      await world.api.ok('updateAccount', { token: platformAdmin.token, params, body: { disabled: true } });
      return person.token;
    },
    expected: unauthenticated,
  },
  {
    name: 'a read token of a team admin',
    token: ({ admin }) => admin.newToken({ scope: 'read' }),
    expected: (access) => (access.scope === 'write' ? 403 : inTeam('admin')(access)),
  },
  {
    name: 'a token bound to the app itself',
    token: async ({ admin }, { app }) => (app ? admin.newToken({ app: app.id }) : notApplicable),
    expected: (access) => ('bound' in access || isAboutAnApp(access) ? 'success' : 403),
  },
  {
    name: 'a token bound to another app',
    token: async (cast) => cast.admin.newToken({ app: (await newApp(cast)).id }),
    expected: (access) => ('bound' in access ? 'success' : 403),
  },
  { name: 'a viewer', token: async ({ viewer }) => viewer.token, expected: inTeam('viewer') },
  { name: 'a member', token: async ({ member }) => member.token, expected: inTeam('member') },
  { name: 'a team admin', token: async ({ admin }) => admin.token, expected: inTeam('admin') },
  { name: 'a member of another team', token: async ({ outsider }) => outsider.token, expected: stranger },
  {
    name: 'a platform admin',
    token: async ({ platformAdmin }) => platformAdmin.token,
    expected: (access) => (access.who === 'platform_admin' ? 'success' : stranger(access)),
  },
  {
    name: 'a collaborator of the app',
    token: async ({ world }, { app }) => {
      if (!app) return notApplicable;
      const { account, token } = await world.person(freshName('helper'));
      const row = {
        app_id: app.id,
        account_id: account.id,
        role: 'member' as const,
        created_at: account.created_at,
      };
      await world.platform.database.transact((tx) => tx.insertInto('collaborators').values(row).execute());
      return token;
    },
    expected: (access) => (isAboutAnApp(access) ? inTeam('member')(access) : stranger(access)),
  },
];

for (const database of databaseKinds) {
  describe(`access on ${database}`, () => {
    let world: World;
    let cast: Cast;
    before(async () => {
      world = await createWorld({ database, env: { KEDGE_SIGNUP: 'open' } });
      cast = await createCast(world);
    });
    after(() => world.close());

    for (const id of operationIds) {
      it(`${id} obeys the table`, async () => {
        const access: Access = operationAccess[id];
        if (access.who === 'anyone') {
          await world.api.ok(id, await scenarios[id](cast));
          return;
        }
        const refused = callers.filter((caller) => caller.expected(access) !== 'success');
        const allowed = callers.filter((caller) => caller.expected(access) === 'success');

        const scenario = await scenarios[id](cast);
        const tokens = await Promise.all(refused.map((caller) => caller.token(cast, scenario)));
        const state = await snapshot(world);
        for (const [index, caller] of refused.entries()) {
          const token = tokens[index];
          if (token === notApplicable) continue;
          await expectRefusal(world, id, { ...scenario, token }, caller.name, caller.expected(access));
        }
        assert.equal(await snapshot(world), state, `${id} was refused but changed something`);

        for (const caller of allowed) {
          const request = await scenarios[id](cast);
          const token = await caller.token(cast, request);
          if (token !== notApplicable) await expectSuccess(world, id, { ...request, token }, caller.name);
        }
      });
    }

    it('lets every member leave, whatever their role', async () => {
      for (const person of [cast.viewer, cast.member]) {
        const { params } = await scenarios.removeMember(cast);
        await world.api.ok('removeMember', {
          token: person.token,
          params: { ...params!, member: person.account.id },
        });
      }
    });
  });
}

async function expectSuccess(world: World, id: OperationId, request: Scenario, name: string): Promise<void> {
  if (id === 'revokeToken') {
    const { id: token } = await world.api.ok('createToken', { token: request.token, body: {} });
    request = { ...request, params: { token } };
  }
  const { status, text } = await world.api.call(id, request);
  assert.equal(status, operations[id].answer.status, `${id} by ${name}: ${text}`);
}

async function expectRefusal(
  world: World,
  id: OperationId,
  request: Scenario,
  name: string,
  expected: Expected,
): Promise<void> {
  const { status, text } = await world.api.call(id, request);
  assert.equal(status, expected, `${id} by ${name}: ${text}`);
  if (expected !== 404) return;
  const absent = await world.api.call(id, { ...request, params: absentOf(id, request) });
  assert.deepEqual([absent.status, absent.text], [status, text], `${id} by ${name} tells hidden from absent`);
}

function absentOf(id: OperationId, { params = {} }: Scenario): Record<string, string> {
  const access = operationAccess[id] as { of: string };
  const absent = access.of === 'environment' ? '00000000-0000-7000-8000-000000000000' : 'no-such-thing';
  return { ...params, [access.of]: absent };
}
