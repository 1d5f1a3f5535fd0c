import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothDatabases } from '../harness/on-both-databases.ts';
import { password } from '../harness/world.ts';

const codeOf = (link: string) => new URL(link).hash.slice(1);
const newPassword = 'another pass phrase';

onBothDatabases('teams and accounts', (world) => {
  it('a team is created, renamed and deleted; a personal one stays', async () => {
    const { api } = world();
    const { token } = await world().person('ada');
    await api.ok('createTeam', { token, body: { name: 'crew', description: 'c' } });
    await api.refused('createTeam', { token, body: { name: 'crew' } }, 409, 'conflict');
    const renamed = await api.ok('updateTeam', {
      token,
      params: { team: 'crew' },
      body: { name: 'ada-crew', description: null },
    });
    assert.deepEqual([renamed.name, renamed.description, renamed.personal], ['ada-crew', null, false]);
    await api.ok('createPipeline', { token, body: { name: 'ada-pipe', team_id: 'ada-crew' } });
    await api.refused('deleteTeam', { token, params: { team: 'ada-crew' } }, 409, 'conflict');
    await api.ok('deletePipeline', { token, params: { pipeline: 'ada-pipe' } });
    await api.ok('deleteTeam', { token, params: { team: 'ada-crew' } });
    await api.refused('getNamespace', { token, params: { namespace: 'crew' } }, 404, 'not_found');
    await api.refused('deleteTeam', { token, params: { team: 'ada' } }, 409, 'conflict');
  });

  it('keeps its last admin, however they try to go', async () => {
    const { api } = world();
    const [bob, cleo] = [await world().person('bob'), await world().person('cleo')];
    const team = await world().team('bobs', [
      [bob, 'admin'],
      [cleo, 'admin'],
    ]);
    const leave = (person: typeof bob) =>
      api.call('removeMember', {
        token: person.token,
        params: { team: team.id, member: person.account.email },
      });
    const answers = await Promise.all([leave(bob), leave(cleo)]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 409]);
    const last = answers[0]!.status === 409 ? bob : cleo;
    const params = { team: team.id, member: last.account.id };
    await api.refused(
      'updateMember',
      { token: last.token, params, body: { role: 'viewer' } },
      409,
      'last_admin',
    );
    await api.refused('removeMember', { token: last.token, params }, 409, 'last_admin');
    const own = { team: 'bob', member: bob.account.id };
    await api.refused('removeMember', { token: bob.token, params: own }, 409, 'conflict');
  });

  it('looks for people by whatever text, and finds nobody', async () => {
    const { api } = world();
    const root = await world().person('root-zero', { platformAdmin: true });
    for (const odd of ['\0', 'nobody', '..', 'a@b\0c']) {
      const member = { token: root.token, params: { team: 'root-zero', member: odd } };
      await api.refused('removeMember', member, 404, 'not_found');
      await api.refused('getAccount', { token: root.token, params: { account: odd } }, 404, 'not_found');
    }
  });

  it('an invitation makes a new account a member, once', async () => {
    const { api } = world();
    const dora = await world().person('dora');
    await world().team('doras', [[dora, 'admin']]);
    const request = {
      token: dora.token,
      params: { team: 'doras' },
      body: { email: 'New.Hand@example.com', role: 'member' },
    };
    const { link, id } = await api.ok('createInvitation', request);
    assert.match(link, /^http:\/\/127\.0\.0\.1:7400\/invitation#/);
    const list = { token: dora.token, params: { team: 'doras' } };
    const [listed] = await api.ok('listInvitations', list);
    assert.deepEqual([listed.id, listed.email, 'link' in listed], [id, 'new.hand@example.com', false]);
    const accept = { body: { code: codeOf(link), password: newPassword } };
    await api.refused('acceptInvitation', { body: { ...accept.body, code: 'wrong' } }, 422, 'invalid_code');
    await api.refused(
      'acceptInvitation',
      { body: { ...accept.body, password: 'short' } },
      422,
      'invalid_params',
    );
    const both = await Promise.all([
      api.call('acceptInvitation', accept),
      api.call('acceptInvitation', accept),
    ]);
    assert.deepEqual(both.map((answer) => answer.status).filter((status) => status === 201).length, 1);
    const basic = Buffer.from(`new.hand@example.com:${newPassword}`).toString('base64');
    const { token } = await api.ok('createToken', { body: {}, headers: { authorization: `Basic ${basic}` } });
    const teams = await api.ok('listTeams', { token });
    assert.deepEqual(teams.map((team: { name: string }) => team.name).sort(), ['doras', 'new-hand']);
    assert.deepEqual(await api.ok('listInvitations', list), []);
  });

  it('an invitation of an account that exists asks for its password', async () => {
    const { api } = world();
    const [finn, gus] = [await world().person('finn'), await world().person('gus')];
    await world().team('finns', [[finn, 'admin']]);
    const params = { team: 'finns' };
    const invite = { token: finn.token, params, body: { email: gus.account.email, role: 'viewer' } };
    const { link } = await api.ok('createInvitation', invite);
    await api.refused(
      'acceptInvitation',
      { body: { code: codeOf(link), password: newPassword } },
      401,
      'unauthorized',
    );
    const member = await api.ok('acceptInvitation', { body: { code: codeOf(link), password } });
    assert.deepEqual([member.user.email, member.role], ['gus@example.com', 'viewer']);
    const other = await api.ok('createInvitation', {
      ...invite,
      body: { email: 'x@example.com', role: 'viewer' },
    });
    await api.ok('revokeInvitation', { token: finn.token, params: { ...params, invitation: other.id } });
    await api.refused(
      'acceptInvitation',
      { body: { code: codeOf(other.link), password } },
      422,
      'invalid_code',
    );
  });

  it('an admin makes accounts, resets passwords, disables and deletes', async () => {
    const { api } = world();
    const root = await world().person('root-one', { platformAdmin: true });
    const { token } = root;
    const made = await api.ok('createAccount', { token, body: { email: 'hal@example.com' } });
    await api.refused('createAccount', { token, body: { email: 'HAL@example.com' } }, 409, 'conflict');
    const params = { account: 'hal@example.com' };
    const first = codeOf(made.password_link.link);
    const { link } = await api.ok('createPasswordLink', { token, params });
    await api.refused(
      'choosePassword',
      { body: { code: first, password: newPassword } },
      422,
      'invalid_code',
    );
    await api.ok('choosePassword', { body: { code: codeOf(link), password: newPassword } });
    await api.refused(
      'choosePassword',
      { body: { code: codeOf(link), password: newPassword } },
      422,
      'invalid_code',
    );
    const headers = {
      authorization: `Basic ${Buffer.from(`hal@example.com:${newPassword}`).toString('base64')}`,
    };
    const hal = await api.ok('createToken', { headers, body: { scope: 'write' } });
    await api.refused(
      'changePassword',
      { token: hal.token, body: { current_password: 'not it at all', password } },
      422,
      'invalid_params',
    );
    await api.ok('changePassword', { token: hal.token, body: { current_password: newPassword, password } });
    await api.refused('createToken', { headers, body: {} }, 401, 'unauthorized');

    await api.ok('updateAccount', { token, params, body: { disabled: true } });
    await api.refused('getMe', { token: hal.token }, 401, 'unauthorized');
    await api.ok('updateAccount', { token, params, body: { disabled: false } });
    await api.ok('createApp', { token: hal.token, body: { name: 'hal-app' } });
    await api.refused('deleteAccount', { token, params }, 409, 'conflict');
    await api.ok('deleteApp', { token: hal.token, params: { app: 'hal-app' } });
    await api.ok('deleteAccount', { token, params });
    await api.refused('getAccount', { token, params }, 404, 'not_found');
    await api.refused('getMe', { token: hal.token }, 401, 'unauthorized');
    const trail = await api.ok('listPlatformAuditEvents', { token });
    const actions = trail.filter(
      (event: { target: { name: string } }) => event.target.name === 'hal@example.com',
    );
    assert.deepEqual(actions.map((event: { action: string }) => event.action).reverse(), [
      'account.create',
      'account.password_link',
      'account.password_change',
      'account.password_change',
      'account.update',
      'account.update',
      'account.delete',
    ]);
  });

  it('keeps the last platform admin', async () => {
    const { api, platform } = world();
    await platform.database.transact((tx) => tx.updateTable('accounts').set({ platform_admin: 0 }).execute());
    const root = await world().person('root-two', { platformAdmin: true });
    const params = { account: root.account.id };
    for (const body of [{ platform_admin: false }, { disabled: true }]) {
      await api.refused('updateAccount', { token: root.token, params, body }, 409, 'last_admin');
    }
    await api.refused('deleteAccount', { token: root.token, params }, 409, 'last_admin');
    await world().person('root-three', { platformAdmin: true });
    await api.ok('updateAccount', { token: root.token, params, body: { platform_admin: false } });
  });

  it('sign-up is closed unless the operator opens it', async () => {
    const body = { email: 'free@example.com', password: newPassword };
    await world().api.refused('signUp', { body }, 403, 'forbidden');
  });

  it('the audit trail tells who did what to what, from where and by which token', async () => {
    const { api } = world();
    const ivy = await world().person('ivy');
    const { token } = ivy;
    const app = await api.ok('createApp', { token, body: { name: 'ivy-app' } });
    const { headers } = await api.call('updateConfigVars', {
      token,
      params: { app: app.id },
      body: { PASSWORD: 'hunter2' },
    });
    const trail = await api.ok('listAuditEvents', { token, params: { team: 'ivy' } });
    const [event] = trail;
    assert.deepEqual(event.target, { kind: 'app', id: app.id, name: 'ivy-app' });
    assert.deepEqual([event.action, event.details], ['config_vars.update', { set: 'PASSWORD', removed: '' }]);
    assert.deepEqual([event.user.email, event.address], ['ivy@example.com', '127.0.0.1']);
    assert.equal(event.request_id, headers.get('request-id'));
    assert.ok(event.token.id);
    assert.doesNotMatch(JSON.stringify(trail), /hunter2/);
    const [newest, ...rest] = await api.ok('listAuditEvents', {
      token,
      params: { team: 'ivy' },
      query: { limit: 1 },
    });
    assert.deepEqual([newest.id, rest.length], [event.id, 0]);
  });
});

onBothDatabases(
  'open sign-up',
  (world) => {
    it('makes an account with its personal team', async () => {
      const body = { email: 'A.B+c@example.com', password: newPassword };
      const account = await world().api.ok('signUp', { body });
      assert.deepEqual([account.email, account.platform_admin], ['a.b+c@example.com', false]);
      await world().api.refused('signUp', { body }, 409, 'conflict');
      for (const email of [
        '',
        'nobody',
        'a@',
        '@b',
        'a b@c.de',
        `${'x'.repeat(65)}@example.com`,
        'a@b\u0000',
      ]) {
        await world().api.refused('signUp', { body: { ...body, email } }, 422, 'invalid_params');
      }
    });
  },
  { env: { KEDGE_SIGNUP: 'open' } },
);
