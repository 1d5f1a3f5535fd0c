import type { Links } from '../platform/platform.ts';
import type { Config } from './config.ts';

/** Every address that people are shown, once the port is known. */
export interface Addresses extends Links {
  url: string;
  api: string;
  docs: string;
  apiDocs: string;
  /** The label that the platform's own host has under the apps' domain, if it lies there. */
  ownLabel: string | undefined;
}

export function deriveAddresses(config: Config, port: number): Addresses {
  const url = config.url ?? `${config.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const authUrl = config.authUrl ?? url;
  const host = new URL(url).hostname;
  return {
    url,
    api: `${url}/api/v1`,
    docs: config.docsUrl ?? `${url}/docs`,
    apiDocs: config.apiDocsUrl ?? `${url}/api-docs`,
    ownLabel: host.endsWith(`.${config.domain}`) ? host.slice(0, -config.domain.length - 1) : undefined,
    webUrl: (app) => `http://${app}.${config.domain}${config.httpPort === 80 ? '' : `:${config.httpPort}`}/`,
    gitUrl: (app) => `${url}/git/${app}.git`,
    invitation: (code) => `${authUrl}/invitation#${code}`,
    password: (code) => `${authUrl}/password#${code}`,
  };
}
