import { PassThrough } from 'node:stream'

/** A typed answer, or an action before it. */
export type Typed = string | { act: () => string }

/** Streams of a person at a pipe, who answers each prompt as it appears; the input ends where the answers do. */
export function answering(answers: Typed[]): { input: PassThrough; output: PassThrough; said: () => string } {
  const input = new PassThrough()
  const output = new PassThrough()
  const left = [...answers]
  let said = ''
  output.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (!chunk.toString().endsWith(': ')) return
    const answer = left.shift()
    if (answer === undefined) input.end()
    else input.write(`${typeof answer === 'string' ? answer : answer.act()}\n`)
  })
  return { input, output, said: () => said }
}
