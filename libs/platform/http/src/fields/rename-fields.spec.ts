import { type FieldNames, renameFields } from './rename-fields.js';

type Request = { title?: string; is_open?: boolean };
type Row = { title: string; isOpen: boolean };

describe('renameFields', () => {
  it('gives each field that is present the name of its property', () => {
    const names: FieldNames<Request, Row> = { title: 'title', is_open: 'isOpen' };
    expect(renameFields<Request, Row>({ is_open: false }, names)).toEqual({ isOpen: false });
    expect(renameFields<Request, Row>({ title: '', is_open: undefined }, names)).toEqual({ title: '' });
  });

  it('does not compile when a field has no property, or one of another type', () => {
    // @ts-expect-error is_open is missing; npm run typecheck fails when this compiles.
    const forgotten: FieldNames<Request, Row> = { title: 'title' };
    // @ts-expect-error a text cannot hold true or false.
    const wrong: FieldNames<Request, Row> = { title: 'title', is_open: 'title' };
    expect([forgotten, wrong]).toHaveLength(2);
  });
});
