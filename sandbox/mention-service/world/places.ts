/** A city as a post names it, with what a location holds. */
export type Place = { city: string; country: string; latitude: number; longitude: number }

const byLanguage: Record<string, Place[]> = {
  en: [
    { city: 'Chicago', country: 'US', latitude: 41.88, longitude: -87.63 },
    { city: 'Portland', country: 'US', latitude: 45.52, longitude: -122.68 },
    { city: 'Austin', country: 'US', latitude: 30.27, longitude: -97.74 },
    { city: 'Manchester', country: 'GB', latitude: 53.48, longitude: -2.24 },
    { city: 'Leeds', country: 'GB', latitude: 53.8, longitude: -1.55 },
    { city: 'Dublin', country: 'IE', latitude: 53.35, longitude: -6.26 },
    { city: 'Melbourne', country: 'AU', latitude: -37.81, longitude: 144.96 },
    { city: 'Toronto', country: 'CA', latitude: 43.65, longitude: -79.38 },
  ],
  de: [
    { city: 'Leipzig', country: 'DE', latitude: 51.34, longitude: 12.37 },
    { city: 'Hamburg', country: 'DE', latitude: 53.55, longitude: 9.99 },
    { city: 'Wien', country: 'AT', latitude: 48.21, longitude: 16.37 },
  ],
  fr: [
    { city: 'Lyon', country: 'FR', latitude: 45.76, longitude: 4.84 },
    { city: 'Montréal', country: 'CA', latitude: 45.5, longitude: -73.57 },
  ],
  es: [
    { city: 'Sevilla', country: 'ES', latitude: 37.39, longitude: -5.98 },
    { city: 'Guadalajara', country: 'MX', latitude: 20.67, longitude: -103.35 },
  ],
  pt: [{ city: 'Porto', country: 'PT', latitude: 41.15, longitude: -8.61 }],
  ja: [{ city: '大阪', country: 'JP', latitude: 34.69, longitude: 135.5 }],
  ko: [{ city: '부산', country: 'KR', latitude: 35.18, longitude: 129.08 }],
  zh: [{ city: '台北', country: 'TW', latitude: 25.03, longitude: 121.57 }],
  hi: [{ city: 'पुणे', country: 'IN', latitude: 18.52, longitude: 73.86 }],
  ar: [{ city: 'عمّان', country: 'JO', latitude: 31.95, longitude: 35.93 }],
  he: [{ city: 'חיפה', country: 'IL', latitude: 32.79, longitude: 34.99 }],
}

/** Where people who write in a language live; anywhere English is written where it is not known. */
export function placesOf(language: string): Place[] {
  return byLanguage[language] ?? byLanguage.en ?? []
}
