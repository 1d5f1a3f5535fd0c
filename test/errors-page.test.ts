import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { errorStatus } from '../src/api/error-response.ts';
import { errorCodes } from '../src/base/errors.ts';

for (const language of ['en', 'ja']) {
  it(`docs/${language}/reference/errors.md lists every error code with its status, and no other`, () => {
    const page = readFileSync(new URL(`../docs/${language}/reference/errors.md`, import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| *`(\w+)` *\| *(\d+) *\|/gm)].map(
      ([, code, status]) => `${code} ${status}`,
    );
    assert.deepEqual(rows.sort(), errorCodes.map((code) => `${code} ${errorStatus[code]}`).sort());
  });
}
