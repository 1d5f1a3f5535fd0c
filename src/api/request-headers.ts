/** Whether an Accept header takes JSON. None takes everything; of several that fit, the most exact decides. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === 'application/json') return true;
  const ranges = accept.split(',').map((part) => part.split(';').map((text) => text.trim().toLowerCase()));
  for (const wanted of ['application/json', 'application/*', '*/*']) {
    const fitting = ranges.filter(([type]) => type === wanted);
    if (fitting.length > 0)
      return fitting.some((range) => !range.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  return false;
}

/** Whether an If-None-Match header names this ETag. */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim().replace(/^W\//, '');
    return candidate === '*' || candidate === etag;
  });
}

const bearer = /^Bearer +([!-~]{1,512}) *$/i;
const basic = /^Basic +([A-Za-z0-9+/=]{1,2048}) *$/i;

export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

export function basicPair(authorization: string | undefined): { user: string; password: string } | undefined {
  const encoded = authorization === undefined ? undefined : basic.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
