import type { Page } from '../state/store.ts'

const kept = 'scheme'

/** Takes the scheme that was chosen before; without one the system's own holds. */
export function rememberedScheme(): 'light' | 'dark' | undefined {
  const value = localStorage.getItem(kept)
  return value === 'light' || value === 'dark' ? value : undefined
}

/** Goes from dark to light or back, and keeps that for the next visit. */
export function switchScheme(page: Page): void {
  const isDark = page.state.scheme
    ? page.state.scheme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = isDark ? 'light' : 'dark'
  localStorage.setItem(kept, scheme)
  page.set({ scheme })
}
