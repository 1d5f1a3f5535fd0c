import type { Scope } from '../../contract/token.ts';

/** Who makes a request, and by what right. */
export interface Caller extends Actor {
  readonly account: { readonly id: string; readonly email: string; readonly platformAdmin: boolean };
  readonly scope: Scope;
  /** The one app that the token may touch. */
  readonly boundTo: BoundApp | null;
}

export interface BoundApp {
  readonly id: string;
  readonly name: string;
  readonly environmentId: string;
}

/** Who is behind a change, as the audit trail keeps it. */
export interface Actor {
  readonly account: { readonly id: string; readonly email: string } | null;
  readonly tokenId: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The program itself, or somebody at the machine's own command line. */
export const theMachine: Actor = { account: null, tokenId: null, address: null, requestId: null };
