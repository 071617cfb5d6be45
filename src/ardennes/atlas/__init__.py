"""The Ardennes as geography: gazetteer, georeference, the builder of the hex maps and the drawing of the area map."""
