import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const read = (file: string): unknown => parse(readFileSync(file, 'utf8'))

describe('the issue forms', () => {
  /** https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema */
  const question = z.strictObject({
    id: z.string().regex(/^[\w-]+$/),
    type: z.enum(['checkboxes', 'dropdown', 'input', 'textarea']),
    attributes: z.strictObject({
      label: z.string(),
      description: z.string().optional(),
      render: z.string().optional(),
      options: z.array(z.string()).optional(),
    }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  })
  const text = z.strictObject({
    type: z.literal('markdown'),
    attributes: z.strictObject({ value: z.string() }),
  })
  const form = z.strictObject({
    name: z.string(),
    description: z.string(),
    labels: z.array(z.string()),
    body: z.array(z.union([text, question])),
  })

  it.each(globSync('.github/ISSUE_TEMPLATE/{bug,idea}.yml'))(
    '%s has the shape that GitHub asks for',
    (file) => expect(() => form.parse(read(file))).not.toThrow(),
  )
})

it('the updates of dependencies cover npm, the workflows and the images', () => {
  const updates = z
    .object({
      version: z.literal(2),
      updates: z.array(
        z.object({
          'package-ecosystem': z.string(),
        }),
      ),
    })
    .parse(read('.github/dependabot.yml')).updates
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker'])
})

it('the devcontainer is built from a file that exists', () => {
  const { build } = z
    .object({ build: z.object({ dockerfile: z.string() }) })
    .parse(read('.devcontainer/devcontainer.json'))
  expect(existsSync(`.devcontainer/${build.dockerfile}`)).toBe(true)
})

it('git ignores the configuration file that the setup writes, so that an update of a clone does not conflict with it', () => {
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('/config/overheard.yaml')
  expect(readFileSync('.env.example', 'utf8')).toContain('CONFIG_FILE=config/overheard.yaml\n')
  expect(existsSync('config/overheard.example.yaml')).toBe(true)
})
