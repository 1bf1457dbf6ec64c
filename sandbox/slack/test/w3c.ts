/** The W3C's checker of HTML, from the package vnu-jar. It needs Java. */
import { execFile, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { z } from 'zod'

export const hasJava = spawnSync('java', ['-version']).status === 0
if (!hasJava && process.env.CI === 'true') throw new Error('The tests of pages need Java.')

const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
const report = z.object({
  messages: z.array(z.object({ type: z.string(), message: z.string(), extract: z.string().optional() })),
})

/** The errors and warnings of a page, each with the place in the page. */
export function faultsOfPage(html: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const args = ['-Xss4m', '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', '-']
    const child = execFile('java', args, { maxBuffer: 50_000_000 }, (error, stdout) => {
      if (error) return reject(error)
      const { messages } = report.parse(JSON.parse(stdout))
      resolve(messages.map(({ type, message, extract = '' }) => `${type}: ${message} ${extract}`))
    })
    child.stdin?.end(html)
  })
}
