import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Language, words } from '../../src/api/pages/words.ts';
import { ApiClient } from '../harness/api-client.ts';
import { type KedgeProcess, startKedge } from '../harness/kedge-process.ts';
import { temporaryDirectory } from '../harness/temporary.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, openPage, takeScreenshot } from './browser.ts';

const locales: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' };
const languages = Object.keys(locales) as Language[];
const kinds = ['invitation', 'password'] as const;
type Kind = (typeof kinds)[number];
const chosenPassword = 'a pass phrase of my own';
const team = 'harbour';

describe('pages', () => {
  const home = temporaryDirectory();
  let kedge: KedgeProcess;
  let api: ApiClient;
  let browser: Browser;
  let people = 0;

  before(async () => {
    kedge = await startKedge({ home: home.path });
    api = new ApiClient(kedge.url);
    await api.ok('createTeam', { token: kedge.token, body: { name: team } });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await kedge?.end('SIGTERM');
    home.remove();
  });

  /** A link to accept an invitation makes a new account, a password link is for one that has lost its password. */
  async function makeLink(kind: Kind): Promise<{ email: string; link: string; code: string }> {
    const email = `person-${++people}@example.com`;
    const { token } = kedge;
    if (kind === 'password') {
      await api.ok('createAccount', { token, body: { email, password: 'forgotten for ever' } });
    }
    const { link } =
      kind === 'invitation'
        ? await api.ok('createInvitation', { token, params: { team }, body: { email, role: 'member' } })
        : await api.ok('createPasswordLink', { token, params: { account: email }, body: {} });
    return { email, link, code: new URL(link).hash.slice(1) };
  }

  for (const kind of kinds) {
    for (const language of languages) {
      for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        test(`${kind} link in ${language}, ${how}`, async () => {
          const say = words[language];
          const { email, link, code } = await makeLink(kind);
          const name = `${kind}-${language}-${javaScriptEnabled ? 'script' : 'plain'}`;
          const options = { locale: locales[language], javaScriptEnabled };
          const { page, faults, close } = await openPage(browser, kedge.url, options);
          const codeField = page.getByLabel(say.code);
          const passwordField = page.getByLabel(say.newPassword);

          await page.goto(link);
          assert.equal(await page.locator('html').getAttribute('lang'), language);
          await page.getByRole('heading', { name: say[kind] }).waitFor();
          if (javaScriptEnabled) {
            await holds(codeField, code);
            assert.equal(page.url(), `${kedge.url}/${kind}`);
          } else {
            await holds(codeField, '');
            await codeField.fill(code);
          }
          await takeScreenshot(page, name);

          await passwordField.fill('too short');
          await page.getByRole('button', { name: say.send }).click();
          await page.locator('input:invalid').waitFor();
          await skipBrowserChecks(page);
          assert.equal(await send(page, say.send), 422);
          await page.getByText(say.failed).waitFor();
          await holds(codeField, code);
          await holds(passwordField, '');
          await inLanguage(page, language);
          await takeScreenshot(page, `${name}-too-short`);

          await passwordField.fill(chosenPassword);
          assert.equal(await send(page, say.send), 200);
          await page.getByText(kind === 'invitation' ? say.joined(email) : say.passwordSet).waitFor();
          await inLanguage(page, language);
          await takeScreenshot(page, `${name}-done`);

          const tab = await page.context().newPage();
          await tab.goto(link);
          if (!javaScriptEnabled) await tab.getByLabel(say.code).fill(code);
          await tab.getByLabel(say.newPassword).fill('another pass phrase');
          assert.equal(await send(tab, say.send), 422);
          await tab.getByText(say.failed).waitFor();
          if (language === 'en') await tab.getByText(/link was used/).waitFor();
          await inLanguage(tab, language);
          await takeScreenshot(tab, `${name}-second-time`);
          assert.deepEqual(faults, []);
          await close();

          const { token } = await api.ok('createToken', { body: {}, headers: basic(email, chosenPassword) });
          assert.deepEqual(await api.ok('getMe', { token }), { email });
          const teams: { name: string }[] = await api.ok('listTeams', { token });
          assert.equal(
            teams.some(({ name }) => name === team),
            kind === 'invitation',
          );
          const refused = kind === 'password' ? 'forgotten for ever' : 'another pass phrase';
          await api.refused('createToken', { body: {}, headers: basic(email, refused) }, 401, 'unauthorized');
        });
      }
    }
  }

  test('a newer link that is opened in the same tab fills in its own code', async () => {
    const { page, close } = await openPage(browser, kedge.url, { locale: locales.en });
    const older = await makeLink('invitation');
    const newer = await makeLink('invitation');
    await page.goto(older.link);
    await holds(page.getByLabel(words.en.code), older.code);
    await page.goto(newer.link);
    await holds(page.getByLabel(words.en.code), newer.code);
    assert.equal(page.url(), `${kedge.url}/invitation`);
    await close();
  });

  test('a form is filled in and sent by the keyboard alone, and shows where one is', async () => {
    const { email, link } = await makeLink('invitation');
    const { page, close } = await openPage(browser, kedge.url, { locale: locales.en });
    await page.goto(link);
    await hasFocus(page.getByLabel(words.en.newPassword));
    await page.keyboard.press('Shift+Tab');
    await hasFocus(page.getByLabel(words.en.code));
    await page.keyboard.press('Tab');
    await page.keyboard.type(chosenPassword);
    await page.keyboard.press('Tab');
    await hasFocus(page.getByRole('button', { name: words.en.send }));
    await takeScreenshot(page, 'keyboard');
    await page.keyboard.press('Enter');
    await page.getByText(words.en.joined(email)).waitFor();
    await close();
  });

  for (const language of languages) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`front page in ${language}, ${colorScheme}`, async () => {
        const say = words[language];
        const { page, faults, close } = await openPage(browser, kedge.url, {
          locale: locales[language],
          colorScheme,
        });
        await page.goto(kedge.url);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        await page.getByRole('heading', { name: say.home }).waitFor();
        await inLanguage(page, language);
        await takeScreenshot(page, `front-${language}-${colorScheme}`);

        const paper = luminance(await styleOf(page.locator('body'), 'backgroundColor'));
        assert.equal(paper > 0.5, colorScheme === 'light');
        for (const text of ['h1', 'p', 'li', 'a']) {
          const ink = luminance(await styleOf(page.locator(text).last(), 'color'));
          assert.ok(contrast(ink, paper) >= 4.5, `the contrast of ${text} is ${contrast(ink, paper)}`);
        }

        const documentation = page.getByRole('link', { name: say.apiDocs });
        assert.equal(await documentation.getAttribute('href'), '/api-docs');
        await page.keyboard.press('Tab');
        await hasFocus(documentation);
        assert.deepEqual(faults, []);
        await close();
      });
    }
  }
});

function basic(email: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` };
}

async function holds(field: Locator, value: string): Promise<void> {
  await until(`the field holds "${value}"`, async () => (await field.inputValue()) === value);
}

/** Focus, and the ring that shows it. */
async function hasFocus(element: Locator): Promise<void> {
  await until('it has the focus', () =>
    element.evaluate((node) => node === node.ownerDocument.activeElement),
  );
  assert.equal(await styleOf(element, 'outlineStyle'), 'solid');
  assert.ok(Number.parseFloat(await styleOf(element, 'outlineWidth')) >= 2);
}

/** So that the server's own check is seen. */
async function skipBrowserChecks(page: Page): Promise<void> {
  await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
}

/** Answers with the status of the page that follows. */
async function send(page: Page, button: string): Promise<number> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: button }).click();
  const status = (await answered).status();
  await page.waitForLoadState();
  return status;
}

/** No sentence of a Japanese page is left in English. */
async function inLanguage(page: Page, language: Language): Promise<void> {
  const sentences = await page.locator('h1, h2, p:not(.mark), label, button').allInnerTexts();
  for (const sentence of sentences) assert.equal(/[ぁ-ヺ一-鿿]/.test(sentence), language === 'ja', sentence);
}

function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate(
    (node, name) => node.ownerDocument.defaultView.getComputedStyle(node)[name],
    property,
  );
}

/** Relative luminance and contrast as WCAG defines them. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((text) => {
    const value = Number(text) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
