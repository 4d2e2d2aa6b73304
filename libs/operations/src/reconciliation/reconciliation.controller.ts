import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AdminOnly,
  CurrentPrincipal,
  invalidFields,
  JsonBodyLimit,
  type Principal,
} from '#libs/platform/http';
import { ReconciliationQuery, ReconciliationRequest } from './dto/reconciliation.request.js';
import { ReconciliationResponse } from './dto/reconciliation.response.js';
import { ReconciliationService } from './reconciliation.service.js';
import { type BookEntry, readCsvBook } from './vendor-book.js';

@ApiTags('Admin')
@AdminOnly()
@JsonBodyLimit(8)
@Controller('admin/reconciliations')
export class ReconciliationController {
  constructor(private readonly reconciliation: ReconciliationService) {}

  /**
   * Compares what we have booked as the cost of a vendor's orders with the vendor's own book, by our reference or the
   * vendor's id. Changes nothing, unless `books_unknown` asks for it.
   */
  @Post()
  @HttpCode(200)
  async compareBooks(
    @CurrentPrincipal() principal: Principal,
    @Query() { vendor, books_unknown: booksUnknown, ...days }: ReconciliationQuery,
    @Body() body: ReconciliationRequest,
  ): Promise<ReconciliationResponse> {
    const entries = entriesOf(body);
    const booked = booksUnknown ? await this.reconciliation.bookUnknown(principal, vendor, entries) : 0;
    const result = await this.reconciliation.compare(vendor, entries, days);
    return ReconciliationResponse.from(vendor, { ...result, booked });
  }
}

function entriesOf({ entries, csv }: ReconciliationRequest): BookEntry[] {
  if ((entries === undefined) === (csv === undefined))
    throw invalidFields(['entries or csv must be given, and not both']);
  if (csv !== undefined) return readCsvBook(csv);
  return (entries ?? []).map(({ reference, vendor_id: vendorId, credits }, index) => {
    if (!reference && !vendorId)
      throw invalidFields([`entries[${index}] must have a reference or a vendor_id`]);
    return { ...(reference && { reference }), ...(vendorId && { vendorId }), credits };
  });
}
