import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type KedgeProcess, startKedge } from '../harness/kedge-process.ts';
import { temporaryDirectory } from '../harness/temporary.ts';
import { launchBrowser, openPage, takeScreenshot, type WatchedPage } from './browser.ts';

describe('the interactive API documentation', () => {
  const home = temporaryDirectory();
  const email = 'ada@harbour.example';
  let kedge: KedgeProcess;
  let browser: Browser;
  let pair: { username: string; password: string };

  before(async () => {
    kedge = await startKedge({ home: home.path, env: { KEDGE_ADMIN_EMAIL: email } });
    pair = shownPair(kedge.stdout());
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await kedge?.end('SIGTERM');
    home.remove();
  });

  async function openDocumentation(url = kedge.url): Promise<WatchedPage> {
    const watched = await openPage(browser, url, { httpCredentials: pair });
    await watched.page.goto(`${url}/api-docs`);
    await watched.page.getByRole('heading', { name: 'Kedge API' }).waitFor();
    return watched;
  }

  test('asks the browser for a user name and a password', async () => {
    const { headers, status } = await fetch(`${kedge.url}/api-docs`);
    assert.equal(status, 401);
    assert.match(headers.get('www-authenticate') ?? '', /^Basic realm=/);
  });

  test('refuses a wrong password', async () => {
    const httpCredentials = { ...pair, password: 'not the password' };
    const { page, close } = await openPage(browser, kedge.url, { httpCredentials });
    const response = await page.goto(`${kedge.url}/api-docs`);
    assert.equal(response?.status(), 401);
    await page.getByText('unauthorized').waitFor();
    await close();
  });

  test('shows every group of operations, and loads nothing from elsewhere', async () => {
    const { page, faults, close } = await openDocumentation();
    const sidebar = page.getByRole('complementary');
    for (const group of ['Apps', 'Config vars', 'Pipelines', 'Teams', 'Accounts', 'Tokens']) {
      await sidebar.getByRole('link', { name: group, exact: true }).waitFor();
    }
    await takeScreenshot(page, 'api-docs');
    assert.deepEqual(faults, []);
    await close();
  });

  test('is downloaded under a name that says whose it is', async () => {
    const { page, close } = await openDocumentation();
    const downloading = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^Download OpenAPI Document/ })
      .first()
      .click();
    assert.match((await downloading).suggestedFilename(), /^kedge-openapi\.(json|yaml)$/);
    await close();
  });

  test('without JavaScript, says where the description stands', async () => {
    const { page, faults, close } = await openPage(browser, kedge.url, {
      httpCredentials: pair,
      javaScriptEnabled: false,
    });
    await page.goto(`${kedge.url}/api-docs`);
    await takeScreenshot(page, 'api-docs-plain');
    await page.getByRole('link', { name: 'openapi.json' }).click();
    await page.getByText('"openapi":"3.1.1"').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('finds an operation by the search field', async () => {
    const { page, faults, close } = await openDocumentation();
    await page.getByRole('button', { name: /^Open Search/ }).click();
    await page.keyboard.type('who you are');
    await page.getByRole('dialog').getByText('Who you are').waitFor();
    await takeScreenshot(page, 'api-docs-search');
    assert.deepEqual(faults, []);
    await close();
  });

  for (const host of ['127.0.0.1', 'localhost']) {
    test(`opened at ${host}, sends a real request with the token that was entered, and shows the answer`, async () => {
      const url = kedge.url.replace('127.0.0.1', host);
      const { page, faults, close } = await openDocumentation(url);
      await page.getByLabel('Bearer Token').fill(kedge.token);
      await page.getByRole('button', { name: 'Open Group - Accounts' }).click();
      await page.getByRole('link', { name: /^Who you are/ }).click();
      await page.getByRole('button', { name: 'Test Request (get /me)' }).click();

      const client = page.getByRole('dialog');
      await client.getByRole('button', { name: /^Send get request/ }).click();
      const answer = client.getByRole('region', { name: 'Response' });
      await answer.getByText('200 OK').waitFor();
      await answer.getByText(email).waitFor();
      await takeScreenshot(page, `api-docs-answer-${host}`);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test('shows the refusal of a wrong token as the API gives it', async () => {
    const { page, faults, close } = await openDocumentation();
    await page.getByLabel('Bearer Token').fill('kedge_nobodys');
    await page.getByRole('button', { name: 'Open Group - Teams' }).click();
    await page.getByRole('link', { name: /^List your teams/ }).click();
    await page.getByRole('button', { name: 'Test Request (get /teams)' }).click();

    const client = page.getByRole('dialog');
    await client.getByRole('button', { name: /^Send get request/ }).click();
    const answer = client.getByRole('region', { name: 'Response' });
    await answer.getByText('401 Unauthorized').waitFor();
    await answer.getByText('"unauthorized"').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});

/** The pair as a person reads it at the first start. */
function shownPair(banner: string): { username: string; password: string } {
  const [, username, password] = /API docs +user (\S+), password (\S+)/.exec(banner) ?? [];
  assert.ok(username && password, banner);
  return { username, password };
}
