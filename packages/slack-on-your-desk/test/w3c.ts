/** The W3C's checker of HTML. `npm run tool -- html` puts it on the path; without it, the tests of pages are skipped. */
import { execFile, spawnSync } from 'node:child_process'
import { z } from 'zod'

export const hasChecker = spawnSync('vnu', ['--version']).status === 0

const report = z.object({
  messages: z.array(z.object({ type: z.string(), message: z.string(), extract: z.string().optional() })),
})

/** The errors and warnings of a page, each with the place in the page. */
export function faultsOfPage(html: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const args = ['--format', 'json', '--stdout', '--exit-zero-always', '-']
    // A large page overflows the stack that Java has by default.
    const env = { ...process.env, JAVA_TOOL_OPTIONS: '-Xss4m' }
    const child = execFile('vnu', args, { env, maxBuffer: 50_000_000 }, (error, stdout) => {
      if (error) return reject(error)
      const { messages } = report.parse(JSON.parse(stdout))
      resolve(messages.map(({ type, message, extract = '' }) => `${type}: ${message} ${extract}`))
    })
    child.stdin?.end(html)
  })
}
