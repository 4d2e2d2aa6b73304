/** A picture of a request whose size is known when the request comes: `images[0]`, and its bytes. */
export type GivenPicture = { field: string; bytes: number };
