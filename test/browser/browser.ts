import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { temporaryDirectory } from '../harness/temporary.ts';

const executablePath = '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium, without a window. What it writes into a home directory goes when it is closed. */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no Chromium at ${executablePath}: \`npm test\` installs it when it is run as root.`,
    );
  }
  const home = temporaryDirectory();
  const env = { ...process.env, HOME: home.path, XDG_CONFIG_HOME: home.path, XDG_CACHE_HOME: home.path };
  const browser = await chromium.launch({ executablePath, args, env, headless: true });
  browser.once('disconnected', () => home.remove());
  return browser;
}

/** A page with cookies, cache and sign-ins of its own, and what it did that it should not. */
export interface WatchedPage {
  page: Page;
  /** Requests to any host but `url`'s, breaches of the page's Content-Security-Policy, and uncaught errors. */
  faults: string[];
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const { host } = new URL(url);
  const faults: string[] = [];
  context.on('request', (request) => {
    const target = new URL(request.url());
    if (target.protocol !== 'data:' && target.protocol !== 'blob:' && target.host !== host) {
      faults.push(`request to ${request.url()}`);
    }
  });
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  return { page, faults, close: () => context.close() };
}

/** Only for who wants to look: where KEDGE_SCREENSHOTS names a directory. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const { KEDGE_SCREENSHOTS: directory } = process.env;
  if (directory) await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
}
