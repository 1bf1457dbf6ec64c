import { expect, it } from 'vitest'
import { isPrivateHost } from '../src/private-address.ts'

it.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1'],
  ...['224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[fe80::1]', '[fd00:ec2::254]', '[fec0::1]'],
  ...['[::ffff:10.0.0.1]', '[::127.0.0.1]', '[64:ff9b::a00:1]', '[2002:a00:1::]', '[2001:db8::1]'],
  ...['localhost', 'LOCALHOST.', 'api.localhost', '2130706433', '0x7f.1'],
])('the host %s is private', (host) => {
  expect(isPrivateHost(new URL(`https://${host}/`).hostname)).toBe(true)
})

it.each(['8.8.8.8', '172.32.0.1', '[2606:4700::1111]', 'example.com', 'localhost.example.com'])(
  'the host %s is not private',
  (host) => {
    expect(isPrivateHost(new URL(`https://${host}/`).hostname)).toBe(false)
  },
)
