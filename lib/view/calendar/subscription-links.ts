/** Links to subscribe to a calendar feed; `address` is its secret https URL. */
export interface SubscriptionLinks {
  readonly address: string;
  /** Opens the calendar program of the operating system. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
}

/** @param origin base URL of the garden, `https://almanac.example.com` or `https://almanac.example.com/g/canary` */
export function subscriptionLinks(origin: string, token: string, name: string): SubscriptionLinks {
  const address = `${origin}/api/feeds/${token}.ics`;
  const webcal = address.replace(/^https?:/, "webcal:");
  return {
    address,
    webcal,
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.office.com/calendar/0/addfromweb?${new URLSearchParams({ url: address, name })}`,
  };
}
