import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/**
 * A certificate for these hosts that signs itself, made anew for each run, so that no key is part of the repository. A process trusts it by
 * NODE_EXTRA_CA_CERTS. X.509 (RFC 5280) in DER, with a key on P-256.
 */
export function createCertificate(hosts: readonly string[]): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2))
  const name = sequence(element(0x31, sequence(oid(2, 5, 4, 3), element(0x0c, 'Fake internet'))))
  const names = hosts.map((host) => element(0x82, host))
  const extensions = sequence(
    extension(oid(2, 5, 29, 17), sequence(...names)),
    extension(oid(2, 5, 29, 19), sequence(element(0x01, Buffer.from([0xff])))),
  )
  const toSign = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    algorithm,
    name,
    // The whole of what UTCTime can say, because the clock of the process is told.
    sequence(element(0x17, '000101000000Z'), element(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  )
  const signature = createSign('sha256').update(toSign).sign(privateKey)
  const whole = sequence(toSign, algorithm, element(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function element(tag: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  const { length } = bytes
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), bytes])
}

const sequence = (...parts: Buffer[]) => element(0x30, Buffer.concat(parts))
const extension = (id: Buffer, value: Buffer) => sequence(id, element(0x04, value))

function oid(first: number, second: number, ...others: number[]): Buffer {
  const bytes = others.flatMap((number) => {
    const digits = [number & 0x7f]
    for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80)
    return digits
  })
  return element(0x06, Buffer.from([first * 40 + second, ...bytes]))
}
