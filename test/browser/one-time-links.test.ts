import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
    kedge = await startKedge({ home: home.path, env: { KEDGE_TRUSTED_PROXIES: '127.0.0.1' } });
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
  async function makeLink(
    kind: Kind,
    email = `person-${++people}@example.com`,
  ): Promise<{ email: string; link: string; code: string }> {
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
            assert.equal(await page.locator('noscript p').innerText(), say.pasteCode);
            await codeField.fill(code);
          }
          await takeScreenshot(page, name);

          await passwordField.fill('too short');
          await page.getByRole('button', { name: say.send }).click();
          await page.locator('input:invalid').waitFor();
          await skipBrowserChecks(page);
          assert.equal(await send(page, say.send), 422);
          await failed(page, language, say.wrong.password);
          await blames(page, passwordField);
          await holds(codeField, code);
          await holds(passwordField, '');
          await takeScreenshot(page, `${name}-too-short`);

          await passwordField.fill(chosenPassword);
          assert.equal(await send(page, say.send), 200);
          const heading = kind === 'invitation' ? say.joined : say.passwordSet;
          await page.getByRole('heading', { name: heading }).waitFor();
          await page.getByText(say.account(email)).waitFor();
          assert.equal(
            await page.locator('pre').innerText(),
            `curl -u '${email}' -X POST '${kedge.url}/api/v1/tokens'`,
          );
          const documentation = page.getByRole('link', { name: say.apiDocs });
          assert.equal(await documentation.getAttribute('href'), '/api-docs');
          await inLanguage(page, language);
          await takeScreenshot(page, `${name}-done`);

          const tab = await page.context().newPage();
          await tab.goto(link);
          if (!javaScriptEnabled) await tab.getByLabel(say.code).fill(code);
          await tab.getByLabel(say.newPassword).fill('another pass phrase');
          assert.equal(await send(tab, say.send), 422);
          await failed(tab, language, say.problems.invalid_code);
          assert.equal(await tab.locator('form').count(), 0);
          await tab.getByRole('link', { name: say.anotherCode }).waitFor();
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

  test('a newer link that is opened on the page of a used one loads its form', async () => {
    const { page, close } = await openPage(browser, kedge.url, { locale: locales.en });
    const { link } = await makeLink('password');
    for (const status of [200, 422]) {
      await page.goto(link);
      await page.getByLabel(words.en.newPassword).fill(chosenPassword);
      assert.equal(await send(page, words.en.send), status);
    }
    const newer = await makeLink('password');
    await page.goto(newer.link);
    await holds(page.getByLabel(words.en.code), newer.code);
    await close();
  });

  for (const language of languages) {
    const say = words[language];

    test(`a form with several mistakes names each in ${language}`, async () => {
      const { page, close } = await openPage(browser, kedge.url, { locale: locales[language] });
      const codeField = page.getByLabel(say.code);
      const passwordField = page.getByLabel(say.newPassword);
      await page.goto(`${kedge.url}/password`);
      await codeField.fill('x'.repeat(101));
      await passwordField.fill(chosenPassword);
      assert.equal(await send(page, say.send), 422);
      await failed(page, language, say.wrong.code);
      await blames(page, codeField);

      await codeField.fill('');
      await passwordField.fill('too short');
      await skipBrowserChecks(page);
      assert.equal(await send(page, say.send), 422);
      await failed(page, language, `${say.wrong.code}\n${say.wrong.password}`);
      await blames(page, codeField, passwordField);
      await close();
    });

    test(`an invitation of somebody who has an account, and is a member, in ${language}`, async () => {
      const email = `known-${language}@example.com`;
      const body = { email, password: chosenPassword };
      await api.ok('createAccount', { token: kedge.token, body });
      const { page, close } = await openPage(browser, kedge.url, { locale: locales[language] });
      const passwordField = page.getByLabel(say.newPassword);
      const [first, second] = [await makeLink('invitation', email), await makeLink('invitation', email)];
      await page.goto(first.link);
      await passwordField.fill('not the password');
      assert.equal(await send(page, say.send), 401);
      await failed(page, language, say.problems.unauthorized);
      await blames(page, passwordField);
      await takeScreenshot(page, `invitation-${language}-other-password`);
      await passwordField.fill(chosenPassword);
      assert.equal(await send(page, say.send), 200);

      await page.goto(second.link);
      await passwordField.fill(chosenPassword);
      assert.equal(await send(page, say.send), 409);
      await failed(page, language, say.problems.conflict);
      assert.equal(await page.locator('form').count(), 0);
      await takeScreenshot(page, `invitation-${language}-member`);
      await close();
    });

    test(`a form that is too large is refused in ${language}`, async () => {
      const { page, close } = await openPage(browser, kedge.url, { locale: locales[language] });
      await page.goto(`${kedge.url}/invitation`);
      await page.getByLabel(say.code).fill('x'.repeat(200_000));
      await page.getByLabel(say.newPassword).fill(chosenPassword);
      assert.equal(await send(page, say.send), 413);
      await failed(page, language, say.problems.payload_too_large);
      await blames(page);
      await close();
    });

    test(`after too many tries, the page in ${language} comes with Retry-After`, async () => {
      const headers = { 'x-forwarded-for': language === 'en' ? '192.0.2.1' : '192.0.2.2' };
      for (let tries = 0; tries < 300; tries++) {
        await fetch(`${kedge.url}/password`, { method: 'POST', headers, body: new URLSearchParams() });
      }
      const { page, close } = await openPage(browser, kedge.url, {
        locale: locales[language],
        extraHTTPHeaders: headers,
      });
      await page.goto(`${kedge.url}/password#a-code`);
      await page.getByLabel(say.newPassword).fill(chosenPassword);
      const answered = page.waitForResponse((response) => response.status() === 429);
      await page.getByRole('button', { name: say.send }).click();
      assert.ok(Number((await answered).headers()['retry-after']) > 0);
      await failed(page, language, say.problems.rate_limit);
      await holds(page.getByLabel(say.code), 'a-code');
      await close();
    });

    test(`what is not a form gets a page in ${language} with the number of the request`, async () => {
      const answer = await fetch(`${kedge.url}/password`, {
        method: 'POST',
        headers: { 'accept-language': language, 'content-type': 'text/plain' },
        body: 'code=x',
      });
      assert.equal(answer.status, 415);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      const text = await answer.text();
      assert.ok(text.includes(say.otherProblem(answer.headers.get('request-id') ?? '-')), text);
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`on a narrow screen, ${colorScheme}, in ${language}, all is seen and nothing runs out of it`, async () => {
        const owner = `o'brien.${language}.${colorScheme}`.padEnd(64, 'x');
        const { email, link } = await makeLink('invitation', `${owner}@${'harbour'.repeat(8)}.example`);
        const { page, faults, close } = await openPage(browser, kedge.url, {
          locale: locales[language],
          colorScheme,
          viewport: { width: 390, height: 844 },
        });
        const name = `narrow-${language}-${colorScheme}`;
        await page.goto(kedge.url);
        await fits(page);
        await takeScreenshot(page, `${name}-front`);

        await page.goto(link);
        await fits(page);
        const paper = luminance(await styleOf(page.locator('body'), 'backgroundColor'));
        await page.getByLabel(say.code).focus();
        const border = luminance(await styleOf(page.getByLabel(say.newPassword), 'borderTopColor'));
        assert.ok(contrast(border, paper) >= 3, `the contrast of a field is ${contrast(border, paper)}`);
        await takeScreenshot(page, `${name}-form`);

        await page.getByLabel(say.newPassword).fill('too short');
        await skipBrowserChecks(page);
        await send(page, say.send);
        await fits(page);
        const alert = luminance(await styleOf(page.getByRole('alert'), 'color'));
        assert.ok(contrast(alert, paper) >= 4.5, `the contrast of the alert is ${contrast(alert, paper)}`);
        await takeScreenshot(page, `${name}-too-short`);

        await page.getByLabel(say.newPassword).fill(chosenPassword);
        await send(page, say.send);
        await fits(page);
        await takeScreenshot(page, `${name}-done`);
        const command = await page.locator('pre').innerText();
        const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
          encoding: 'utf8',
        });
        assert.deepEqual(words.trim().split('\n'), ['-u', email, '-X', 'POST', `${kedge.url}/api/v1/tokens`]);
        assert.deepEqual(faults, []);
        await close();
      });
    }
  }

  test('every page has its icon, which browsers also find by themselves', async () => {
    const { page, faults, close } = await openPage(browser, kedge.url);
    for (const path of ['/', '/invitation', '/password']) {
      await page.goto(`${kedge.url}${path}`);
      assert.equal(await page.locator('link[rel=icon]').getAttribute('href'), '/favicon.svg');
    }
    await page.goto(`${kedge.url}/favicon.ico`);
    assert.equal(page.url(), `${kedge.url}/favicon.svg`);
    assert.equal(await page.locator('rect').count(), 1);
    await takeScreenshot(page, 'favicon');
    assert.deepEqual(faults, []);
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
    await page.getByText(words.en.account(email)).waitFor();
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

/** One heading and one alert, in the language of the page. */
async function failed(page: Page, language: Language, sentence: string): Promise<void> {
  await page.getByRole('heading', { name: words[language].failed }).waitFor();
  assert.equal(await page.getByRole('heading').count(), 1);
  assert.equal(await page.getByRole('alert').innerText(), sentence);
  await inLanguage(page, language);
}

/** These fields are marked as wrong and described by the alert, no others are, and the first has the focus. */
async function blames(page: Page, ...fields: Locator[]): Promise<void> {
  assert.equal(await page.locator('[aria-invalid]').count(), fields.length);
  const sentence = await page.getByRole('alert').innerText();
  for (const field of fields) {
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    const description = await field.getAttribute('aria-describedby');
    assert.equal(await page.locator(`#${description}`).innerText(), sentence);
  }
  if (fields[0]) await hasFocus(fields[0]);
}

/** Nothing has to be scrolled sideways. */
async function fits(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  const widest = await page.locator('html').evaluate((html) => html.scrollWidth);
  assert.ok(widest <= width, `the page is ${widest} wide, the screen ${width}`);
  for (const element of await page.locator('h1, p, li, pre, label').all()) {
    assert.ok(
      await element.evaluate((node) => node.scrollWidth <= node.clientWidth),
      await element.innerHTML(),
    );
  }
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
