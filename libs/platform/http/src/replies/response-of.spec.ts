import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from './response-of.js';

class ThingResponse {
  @ApiProperty() node_id!: string;
  @ApiProperty() created_at!: string;
  @ApiPropertyOptional() note?: string;
}

const row = { nodeId: 'a', createdAt: new Date(0), note: null, secret: 'not declared' };

describe('responseOf', () => {
  it('takes declared fields from the row, and what is given instead', () => {
    expect(responseOf(ThingResponse, row, { note: 'n' })).toEqual({
      node_id: 'a',
      created_at: '1970-01-01T00:00:00.000Z',
      note: 'n',
    });
  });

  it('compiles only when what the row does not hold is given, be it optional', () => {
    // @ts-expect-error the note of a row may be null, so whether it is shown must be said.
    expect(() => responseOf(ThingResponse, row, {})).not.toThrow();
  });
});
