import { describe, expect, it } from 'vitest'
import { alertNotFound } from '../../src/engine/schedule/poll-problems.ts'

const subscription = { name: 'acme', channel: '#brand', alert: 'Acne' }
const falcon = { id: '2', type: 'mentions' as const, name: 'Acne', projectName: 'Project Falcon' }

describe('the problem of an alert that is not found', () => {
  it('names no other alert, except to the owner, because an alert may be private', () => {
    const { ownerNote, ...shown } = alertNotFound(subscription, {
      kind: 'missing',
      names: ['Acme brand', 'Project Falcon'],
    })
    expect(JSON.stringify(shown)).not.toMatch(/Falcon|Acme brand/)
    expect(shown).toMatchObject({ what: "There is no alert 'Acne'." })
    expect(shown.whatToDo).toContain('npm run doctor')
    expect(ownerNote).toBe("There are: 'Acme brand', 'Project Falcon'.")
  })

  it('names the projects and ids of alerts with one name only to the owner', () => {
    const { ownerNote, ...shown } = alertNotFound(subscription, {
      kind: 'ambiguous',
      alerts: [{ ...falcon, id: '1', projectName: 'Acme' }, falcon],
    })
    expect(JSON.stringify(shown)).not.toContain('Falcon')
    expect(shown.what).toBe("Several alerts are called 'Acne'.")
    expect(ownerNote).toBe('The ids: 1 (Acme), 2 (Project Falcon).')
  })

  it('tells the owner at most thirty names', () => {
    const names = Array.from({ length: 100 }, (_, index) => `alert ${index}`)
    const { ownerNote = '' } = alertNotFound(subscription, { kind: 'missing', names })
    expect(ownerNote.match(/alert \d+/g)).toHaveLength(30)
  })
})
