import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesEtag } from './request-headers.ts';

/** An answer as it goes over the wire. */
interface Written {
  payload: string;
  etag: string;
}

/** Kept at the answer itself: WeakMaps cost the garbage collector more than writing out anew. */
const writtenAs = Symbol('as it goes over the wire');

/**
 * Answers a GET with its ETag, or with nothing where the caller has that already. A handler that answers with the same
 * object again answers the same: it is not written out and hashed again.
 */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object & { [writtenAs]?: Written },
): FastifyReply {
  answer[writtenAs] ??= write(reply, answer);
  const { payload, etag } = answer[writtenAs];
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known !== undefined && namesEtag(known, etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(payload);
}

function write(reply: FastifyReply, answer: object): Written {
  const payload = reply.serialize(answer) as string;
  return { payload, etag: `"${hash('sha1', payload, 'base64url')}"` };
}
