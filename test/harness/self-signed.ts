import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for `localhost` and its private key, both PEM: as small as X.509 lets it be. */
export function selfSigned(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const ed25519 = sequence(bytes(0x06, 0x2b, 0x65, 0x70));
  const commonName = sequence(bytes(0x06, 0x55, 0x04, 0x03), tagged(0x0c, Buffer.from('localhost')));
  const name = sequence(tagged(0x31, commonName));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const content = sequence(bytes(0x02, 0x01), ed25519, name, validity, name, keyInfo);
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign(null, content, privateKey)]));
  const der = sequence(content, ed25519, signature);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function bytes(tag: number, ...content: number[]): Buffer {
  return tagged(tag, Buffer.from(content));
}

function utcTime(text: string): Buffer {
  return tagged(0x17, Buffer.from(text));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
